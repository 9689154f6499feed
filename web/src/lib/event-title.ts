/** `user.login.new_device` as people read it: User Login New Device; `pin.changed`: PIN Changed. */
export function eventTitle(name: string): string {
  return name
    .split(/[._]/)
    .map((word) => (word === 'pin' ? 'PIN' : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join(' ')
}
