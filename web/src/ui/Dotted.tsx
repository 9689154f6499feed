/**
 * Names in one line with dots between them. Each keeps its own direction, since a Hebrew or Arabic one would change places with its neighbors;
 * the domain of an address stays at its end.
 */
export function Dotted({ names }: { names: readonly (string | null | undefined)[] }) {
  return names.filter(Boolean).map((name, index) => [
    index > 0 && ' · ',
    // oxlint-disable-next-line react/no-array-index-key -- two may be alike, and none has a state
    <bdi key={index} dir={name?.includes('@') ? 'ltr' : 'auto'}>
      {name}
    </bdi>,
  ])
}
