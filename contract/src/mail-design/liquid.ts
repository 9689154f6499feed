/** Liquid for templates, reduced to what e-mails need; the server refuses everything else. */
export const liquidTags = ['if', 'unless', 'case', 'for', 'break', 'continue', 'assign', 'comment', '#'] as const

export const liquidFilters: readonly string[] =
  `append prepend capitalize downcase upcase strip replace remove truncate truncatewords date default size first last split join
   url_encode plus minus times divided_by round floor ceil abs at_least at_most newline_to_br`.split(/\s+/)
