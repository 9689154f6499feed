// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const EllipsisVertical = 'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM11 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM11 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z'
