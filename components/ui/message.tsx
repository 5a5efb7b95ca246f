import { Icon, type IconName } from './icon.tsx';
import { MessageLayout, type MessageLayoutProps } from './message-layout.tsx';

interface MessageProps extends Omit<MessageLayoutProps, 'icon'> {
  readonly icon: IconName;
}

/** A message with an icon, a title, text, and actions. Used where a page or section has no other content. */
export function Message({ icon, ...layout }: MessageProps) {
  return <MessageLayout {...layout} icon={<Icon name={icon} className="size-6" />} />;
}
