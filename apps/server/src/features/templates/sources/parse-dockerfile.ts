import type { ParsedTemplate } from '@gridloom/contract/templates/template-source'
import { collectOptions } from '@gridloom/domain/templates/collect-options'
import { createRefusedParts } from '@gridloom/domain/templates/refused-parts'
import { launchContent } from '../container/launch.ts'
import { optionsContent } from '../container/options-content.ts'
import { readInstructions } from './dockerfile/read-instructions.ts'
import { readStage } from './dockerfile/read-stage.ts'
import { lastStage } from './dockerfile/stages.ts'

/** Of all values of variables that a Dockerfile uses. */
const expandedCharsMax = 256 * 1024

/**
 * Reads the last stage of a Dockerfile: the image that it begins with, and what it says about containers. What builds an
 * image is refused. Never throws.
 */
export function parseDockerfile(text: string): ParsedTemplate {
  const refused = createRefusedParts()
  const { instructions, escapeChar, unreadFrom } = readInstructions(text)
  if (unreadFrom !== null)
    refused.add(
      `Line ${unreadFrom} and the following ones`,
      `at most ${instructions.length} instructions`,
    )
  const syntax = { escapeChar, budget: { charsLeft: expandedCharsMax } }
  const stage = lastStage({ instructions, syntax }, refused)
  if (stage === null) return { content: {}, refused: refused.list() }
  const read = readStage(stage, { syntax, refused })
  const options = collectOptions(read.options, refused)
  const launched = read.launch === null ? null : launchContent(read.launch)
  refused.addAll(launched?.refused ?? [])
  const content = {
    ...(stage.image !== null && { image_path_with_tag: stage.image }),
    ...optionsContent(options),
    ...launched?.content,
    ...(read.readiness !== null && { readiness: read.readiness }),
  }
  return { content, refused: refused.list() }
}
