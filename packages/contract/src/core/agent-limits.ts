import { z } from 'zod'
import { plainText } from './plain-text.ts'

/**
 * Limits of an agent's messages. The control plane ends the connection of an agent that exceeds them, so an agent cuts
 * its own texts and lists before it sends them.
 */
export const agentLimits = {
  /** Sentences for users: reasons, progress, problems. */
  sentenceChars: 500,
  /** Why a call was refused. */
  failureChars: 2_000,
  /** Names: hosts, processors, images. */
  nameChars: 300,
  /** Versions, drivers, bus addresses. */
  wordChars: 100,
  gpus: 64,
  images: 500,
  instances: 1_000,
  volumes: 1_000,
  /** Ports that one instance listens on. */
  listeningPorts: 1_000,
  /** Entries of the usage journal in one answer, which has at most 1 MiB. */
  usageEntries: 2_000,
  chunks: 64,
  pieces: 1_000,
  scenes: 2_000,
  models: 100,
  /** One line of the report stream. A `hello` of 1,000 instances with 500 images and 1,000 finished frames is 900 kB. */
  messageBytes: 1024 * 1024,
  /** Unsolicited messages of a machine, all kinds together, as a burst and as a sustained rate. */
  messages: { burst: 2_000, perSecond: 200 },
  messageFlowBytes: { burst: 8 * 1024 * 1024, perSecond: 1024 * 1024 },
  /** The rate that an agent keeps to by itself: half of the limit. */
  ownMessagesPerSecond: 100,
  /** One line of a log. */
  logLineChars: 64 * 1024,
  /** One part of a command's output, as base64. */
  outputChars: 256 * 1024,
} as const

/** PostgreSQL's `integer`. */
export const integerMax = 2 ** 31 - 1

/**
 * Text of a machine that can be stored (no NUL, no lone surrogate), parsed into one plain line: characters that could
 * act in a page, a terminal or an email are removed.
 */
export function agentText(charsMax: number) {
  return z
    .string()
    .max(charsMax)
    .refine(isStorable, 'must be well-formed text without NUL')
    .overwrite((text) => plainText(text))
}

/** A count reported by a machine. */
export const AgentCount = z.int().min(0).max(integerMax)

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
