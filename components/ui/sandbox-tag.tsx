/** Shown on every page while the console is connected to a sandbox, which doesn't mail anything. */
export function SandboxTag({ className = '' }: { className?: string }) {
  return (
    <span
      title="Connected to the sandbox. Nothing is printed, mailed, or charged."
      className={`inline-block rounded-[5px] border border-dashed border-current px-[7px] py-1 text-[0.6875rem] font-semibold uppercase leading-none tracking-[0.06em] text-amber ${className}`}
    >
      Sandbox
    </span>
  );
}
