// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const Check = 'M20 6 9 17l-5-5'
