/** Whether `path` equals `place` or is below it: '/profile/x' is within '/profile', '/profiles' is not. */
export function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`)
}
