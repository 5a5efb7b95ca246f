export function Logo({ className = '' }: { className?: string }) {
  return (
    <span
      className={`flex items-center gap-2.5 font-serif text-[1.0625rem] font-semibold leading-none ${className}`}
    >
      <span
        aria-hidden="true"
        className="stamp grid h-[30px] w-[26px] place-items-center font-serif text-sm font-semibold leading-none"
      >
        M
      </span>
      Mailroom
    </span>
  );
}
