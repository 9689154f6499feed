/** An e-mail address in a table: it breaks after its @, before it breaks in a name. */
export function EmailAddress({ children }: { children: string }) {
  const end = children.lastIndexOf('@') + 1
  return (
    <span className="inline-block wrap-anywhere sm:min-w-36">
      {children.slice(0, end)}
      <wbr />
      {children.slice(end)}
    </span>
  )
}
