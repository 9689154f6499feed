export function Kbd({ children }: { children: string }) {
  return <kbd className="ui-kbd">{children}</kbd>
}
