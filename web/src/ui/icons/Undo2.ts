// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const Undo2 = 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 5.5 5.5a5.5 5.5 0 0 1-5.5 5.5H11'
