// Written by npm run icons from lucide-react@1.75.0; its license is beside it.
export const MailSearch = 'M22 12.5V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v12c0 1.1.9 2 2 2h7.5M22 7l-8.97 5.7a1.94 1.94 0 0 1-2.06 0L2 7M18 21a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM15 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0zM22 22l-1.5-1.5'
