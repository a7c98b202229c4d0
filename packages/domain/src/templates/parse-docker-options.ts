import { limits } from '@gridloom/contract/core/constants'
import type { DockerOptions } from '@gridloom/contract/templates/docker-options'
import type { RefusedPart } from '@gridloom/contract/templates/template-source'
import { splitShellWords } from '../shell/split-words.ts'
import { collectOptions } from './collect-options.ts'
import { readOptionWords } from './read-option-words.ts'
import { createRefusedParts } from './refused-parts.ts'

/**
 * Parses options of `docker run`, such as `-e NAME=value --shm-size 1g`. Everything that an instance cannot have is
 * refused by name, and the rest is valid by the contract. Never throws.
 */
export function parseDockerOptions(text: string): {
  options: DockerOptions
  refused: RefusedPart[]
} {
  const refused = createRefusedParts()
  if (text.length > limits.dockerOptionsChars)
    refused.add(text, `at most ${limits.dockerOptionsChars} characters`)
  const { words, unterminated } = splitShellWords(text.slice(0, limits.dockerOptionsChars))
  const read = readOptionWords(words, { others: 'refused', refused })
  const options = collectOptions(read.options, refused)
  if (unterminated !== null) refused.add(unterminated.text, 'has a quote without an end')
  return { options, refused: refused.list() }
}
