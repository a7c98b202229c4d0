import { agentLimits } from '@gridloom/contract/core/agent-limits'
import { limits } from '@gridloom/contract/core/constants'
import type { Rate } from '@gridloom/domain/token-bucket'

/** Limits of one answer of a machine. */
export interface AnswerBounds {
  readonly bytesMax: number
  /** From the request to the last byte, where it is known how long that may be; else the reader ends it. */
  readonly totalMs?: number
  /** Of one line, where it comes in lines. */
  readonly lineBytesMax?: number
  /** Lists, objects and what is in them, in one JSON value. */
  readonly valuesMax?: number
  /** Bytes are taken no faster: the machine is let wait. */
  readonly pace?: Rate
}

const kib = 1024
const mib = 1024 * kib
const minuteMs = 60_000

/** A line of a log as JSON, which writes some characters as six; a longer one is refused. */
const logLineBytesMax = 6 * agentLimits.logLineChars + kib
/** Some thousands of lines a second, which is more than anybody reads. */
const logPace = { burst: 8 * mib, perSecond: 2 * mib }

/** Limits of one JSON value; its time limit is that of the call. */
export type ValueBounds = Pick<AnswerBounds, 'bytesMax' | 'valuesMax'>

/** How long a machine may take to begin its answer. */
export const beginMs = 30_000

/** A line of an answer of a model, whose bytes follow from the tokens that were asked for. */
export const answerLineBytesMax = mib

/** The bounds of answers. A caller that knows better (how large the file is, how long the command may run) narrows them. */
export const answerBounds = {
  /** One JSON value: a few numbers, or a list of ids. */
  value: { bytesMax: mib },
  /** Vectors of a batch of texts. */
  vectors: { bytesMax: 4 * mib, valuesMax: 300_000 },
  /** The reports of a machine while it is connected; {@link messageRates} limit them. */
  reports: { bytesMax: Number.POSITIVE_INFINITY, lineBytesMax: agentLimits.messageBytes },
  /** The last lines of a log, all held until the last has come. */
  lastLines: { bytesMax: 8 * mib, totalMs: 30_000, lineBytesMax: logLineBytesMax },
  /** Lines as they are written, for as long as somebody reads along. */
  newLines: {
    bytesMax: Number.POSITIVE_INFINITY,
    lineBytesMax: logLineBytesMax,
    pace: logPace,
  },
  /** A whole log as a file. */
  wholeLog: {
    bytesMax: 512 * mib,
    totalMs: 10 * minuteMs,
    lineBytesMax: logLineBytesMax,
    pace: logPace,
  },
  /** The output of a command, as base64 in lines. */
  exec: {
    bytesMax: 2 * limits.execOutputBytes + mib,
    totalMs: limits.execTimeoutS * 1_000 + minuteMs,
    lineBytesMax: 2 * agentLimits.outputChars,
  },
  /** What Blender said of a chunk. */
  renderLog: { bytesMax: mib, totalMs: 15_000 },
  /** A file; its caller knows how large it may be. */
  file: { bytesMax: Number.POSITIVE_INFINITY, totalMs: 3 * minuteMs },
  /** Bytes both ways at the pace of who reads them. */
  duplex: { bytesMax: Number.POSITIVE_INFINITY },
} as const satisfies Record<string, AnswerBounds>

/** The rates of reports above which a machine is disconnected. An agent paces itself at half of them. */
export const messageRates = {
  messages: agentLimits.messages,
  bytes: agentLimits.messageFlowBytes,
} as const satisfies Record<string, Rate>

/**
 * What frames may cost. Each that comes is handed over by itself (4 µs), so a stream of one byte each, or a connection
 * full of frames that carry nothing, holds everybody up. Agents put what they have into frames of up to 16 KiB; a short
 * frame is a keystroke's echo or a single token's, and overhead is nine bytes a frame.
 */
export const frameRates = {
  short: { burst: 2_048, perSecond: 20_000 },
  overheadBytes: { burst: 4 * mib, perSecond: 512 * kib },
} as const satisfies Record<string, Rate>
/** A frame with less in it counts as short. */
export const shortFrameBytes = 256

/** Streams that may be open at once on one connection: each may hold as much as its window. */
export const streamsMax = 512

/** How HTTP/2 itself is bounded, beyond what nghttp2 does (floods of pings and settings, invalid and empty frames). */
export const sessionBounds = {
  /** The bytes that one stream may send before its reader took them; limits the memory of a stalled reader. */
  streamWindowBytes: 512 * kib,
  /** The same for all streams together; the default of 64 KiB would limit a machine to that much per round trip. */
  sessionWindowBytes: 16 * mib,
  memoryMbMax: 128,
  headerPairsMax: 32,
  headerBytesMax: 8 * kib,
} as const

/** Connections of one machine: after a network change or a restart there are a few, never one each second. */
export const connectRate: Rate = { burst: 30, perSecond: 0.5 }
/** Upgrades that are looked up together, which is under half of the database's connections; the others wait, networks in turns. */
export const upgradeQueue = { concurrency: 8, waitingMax: 2_000 }
/** Connections that are refused to one network: its machines that were removed ask every five minutes. */
export const refusedRate: Rate = { burst: 60, perSecond: 1 }
/** How long a machine that was disconnected for a flood stays out: doubled each time, forgotten after a while. */
export const floodBackOff = { firstMs: 5_000, longestMs: 5 * minuteMs, forgottenMs: 10 * minuteMs }
