/**
 * A way to write dates. Made when it is first used: a browser takes longer for the first one than for all else that our scripts do when
 * they arrive.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (time: string | number) => string {
  let format: Intl.DateTimeFormat | undefined
  return (time) => (format ??= new Intl.DateTimeFormat('en-US', options)).format(new Date(time))
}
