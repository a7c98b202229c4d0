import { stripVTControlCharacters } from 'node:util'
import { isPlainText, plainText } from '@gridloom/contract/core/plain-text'

/**
 * Returns text of others as one line that cannot control a terminal: every cell, fact and painted text passes through
 * it.
 */
export function harmlessLine(text: string): string {
  return isPlainText(text) ? text : plainText(stripVTControlCharacters(text))
}

/** Returns text of others as several lines likewise; line ends and tabs remain. */
export function harmless(text: string): string {
  return isPlainText(text) ? text : eachLine(stripVTControlCharacters(text))
}

/** The colours of `tone.ts`; no other escape sequence passes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape is what is looked for
const ownColours = /(\u001b\[(?:0|1|2|3[123])m)/

/**
 * The last filter before output: removes control characters from text that was not filtered before, and keeps our
 * colours.
 */
export function harmlessButColours(text: string): string {
  if (isPlainText(text)) return text
  return text
    .split(ownColours)
    .map((part, index) => (index % 2 === 1 ? part : eachLine(part)))
    .join('')
}

/** Returns JSON of the same value with every character that could control a terminal as a JSON escape. */
export function harmlessJson(json: string): string {
  if (isPlainText(json)) return json
  return Array.from(json, (character) =>
    character === '\n' || isPlainText(character) ? character : escaped(character),
  ).join('')
}

function eachLine(text: string): string {
  return text
    .replaceAll('\r', '')
    .split(/([\n\t])/)
    .map((part, index) => (index % 2 === 1 ? part : plainText(part)))
    .join('')
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
