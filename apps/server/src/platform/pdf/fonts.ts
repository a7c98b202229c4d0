import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'
import type { Face, HasGlyph } from './text-runs.ts'

/** Noto, under the SIL Open Font License: Latin, Greek, Cyrillic and Devanagari; Arabic; emoji in black and white. */
const files = {
  latin: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  latinBold: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
  arabic: '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  arabicBold: '@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
  emoji: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
} as const
export type FontName = keyof typeof files

type OpenFont = Extract<ReturnType<typeof create>, { hasGlyphForCodePoint: unknown }>

export interface Fonts {
  readonly open: Readonly<Record<FontName, OpenFont>>
  readonly hasGlyph: HasGlyph
}

let loaded: Fonts | undefined

/** The fonts of PDFs, read and parsed at the first use (2.9 MB); documents share them. */
export function pdfFonts(): Fonts {
  loaded ??= load()
  return loaded
}

function load(): Fonts {
  const open = {
    latin: read('latin'),
    latinBold: read('latinBold'),
    arabic: read('arabic'),
    arabicBold: read('arabicBold'),
    emoji: read('emoji'),
  }
  return { open, hasGlyph: (face: Face, codePoint) => open[face].hasGlyphForCodePoint(codePoint) }
}

function read(name: FontName): OpenFont {
  const font = create(readFileSync(createRequire(import.meta.url).resolve(files[name])))
  if (!('hasGlyphForCodePoint' in font)) throw new TypeError('a font file with one font is needed')
  return font
}
