// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const Globe = 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20'
