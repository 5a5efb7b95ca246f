/** Warns about a day without mail delivery. The member can still choose the time. */
export const SendDayWarning = ({ text }: { text: string }) => (
  <span className="mt-2 block text-sm text-amber">{text}</span>
);
