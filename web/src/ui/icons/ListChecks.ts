// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const ListChecks = 'M13 5h8M13 12h8M13 19h8M3 17l2 2 4-4M3 7l2 2 4-4'
