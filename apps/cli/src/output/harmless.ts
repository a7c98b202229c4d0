import { stripVTControlCharacters } from 'node:util'
import { isPlainText, plainText } from '@gridloom/contract/core/plain-text'

/** A stranger's word as one line that cannot steer a terminal: every cell, fact and painted word passes here. */
export function harmlessLine(text: string): string {
  return isPlainText(text) ? text : plainText(stripVTControlCharacters(text))
}

/** A stranger's text of many lines, likewise; ends of lines and tabs stay. */
export function harmless(text: string): string {
  return isPlainText(text) ? text : eachLine(stripVTControlCharacters(text))
}

/** The colours of `tone.ts`, and nothing else that begins with an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape is what is looked for
const ownColours = /(\u001b\[(?:0|1|2|3[123])m)/

/** What is written to a person at last: text of ours, with words of strangers in it that nobody saw to before. */
export function harmlessButColours(text: string): string {
  if (isPlainText(text)) return text
  return text
    .split(ownColours)
    .map((part, index) => (index % 2 === 1 ? part : eachLine(part)))
    .join('')
}

/** JSON, the same value, in which everything that could steer a terminal is written as an escape of JSON's own. */
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
