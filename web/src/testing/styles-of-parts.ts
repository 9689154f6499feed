// The application has one style sheet, with those of all its parts: of two rules that weigh the same the screen's wins over its building blocks'.
import.meta.glob('../ui/**/*.css', { eager: true })
import.meta.glob('../kits/**/*.css', { eager: true })
import.meta.glob(['../**/*.css', '!../ui/**', '!../kits/**'], { eager: true })
