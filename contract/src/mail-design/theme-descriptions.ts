/**
 * Descriptions of the built-in themes, as seeded. The page translates them unless they were changed.
 */
export const themeDescriptions = {
  standard: 'The look of Twofold: a calm card below a band in the one accent',
  newsletter: 'A wide masthead in blue, from edge to edge, and a footer of its own',
  card: 'The name above, the message on a card that floats below it',
  minimal: 'Text on white, and nothing else',
  magazine: 'Serif headlines below a masthead, on warm paper',
} as const
