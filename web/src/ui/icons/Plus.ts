// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const Plus = 'M5 12h14M12 5v14'
