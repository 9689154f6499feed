// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const CheckCheck = 'M18 6 7 17l-5-5M22 10l-7.5 7.5L13 16'
