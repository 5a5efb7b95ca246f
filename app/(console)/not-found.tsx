import { NotFound } from '#components/ui/not-found.tsx';

export default function ConsoleNotFound() {
  return (
    <div className="py-14">
      <NotFound />
    </div>
  );
}
