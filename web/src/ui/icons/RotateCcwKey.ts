// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const RotateCcwKey = 'M12 7v6M12 9h2M3 12a9 9 0 1 0 9-9 9.74 9.74 0 0 0-6.74 2.74L3 8M3 3v5h5M10 15a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z'
