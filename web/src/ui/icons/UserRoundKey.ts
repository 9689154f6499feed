// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const UserRoundKey = 'M19 11v6M19 13h2M2 21a8 8 0 0 1 12.868-6.349M5 8a5 5 0 1 0 10 0a5 5 0 1 0 -10 0zM17 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z'
