import { z } from 'zod'
import { plainText } from './plain-text.ts'

/**
 * How much an agent may say. The control plane ends the connection of one that says more, so an agent cuts its own
 * texts and lists to these before it sends them.
 */
export const agentLimits = {
  /** Sentences for people: reasons, progress, problems. */
  sentenceChars: 500,
  /** Why a call was refused. */
  failureChars: 2_000,
  /** Names of things: hosts, processors, images. */
  nameChars: 300,
  /** Versions, drivers, addresses of a bus. */
  wordChars: 100,
  gpus: 64,
  images: 500,
  instances: 1_000,
  chunks: 64,
  pieces: 1_000,
  scenes: 2_000,
  models: 100,
  /** One line of the report stream. A `hello` of 1,000 instances with 500 images and 1,000 finished frames is 900 kB. */
  messageBytes: 1024 * 1024,
  /** What a machine may say by itself, all messages together, over some seconds and for long. */
  messages: { burst: 2_000, perSecond: 200 },
  messageFlowBytes: { burst: 8 * 1024 * 1024, perSecond: 1024 * 1024 },
  /** An agent says no more than this by itself: its own half of the way to the limit. */
  ownMessagesPerSecond: 100,
  /** One line of a log. */
  logLineChars: 64 * 1024,
  /** One piece of what a command printed, as base64. */
  outputChars: 256 * 1024,
} as const

/** PostgreSQL's `integer`. */
export const integerMax = 2 ** 31 - 1

/**
 * Text of a machine's that can be stored (no NUL, no half of a character), read as one plain line: whatever else could
 * act in a page, a terminal or a mail is taken out where the message is read.
 */
export function agentText(charsMax: number) {
  return z
    .string()
    .max(charsMax)
    .refine(isStorable, 'must be well-formed text without NUL')
    .overwrite((text) => plainText(text))
}

/** A count that a machine tells. */
export const AgentCount = z.int().min(0).max(integerMax)

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
