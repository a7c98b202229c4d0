import { agentLimits } from '@gridloom/contract/core/agent-limits'
import { limits } from '@gridloom/contract/core/constants'
import type { Rate } from '@gridloom/domain/token-bucket'

/** Limits of one response of a machine. */
export interface AnswerBounds {
  readonly bytesMax: number
  /** From the request to the last byte, where a limit is known; else the reader ends it. */
  readonly totalMs?: number
  /** Of one line, where the response comes in lines. */
  readonly lineBytesMax?: number
  /** Lists, objects and their elements, in one JSON value. */
  readonly valuesMax?: number
  /** Bytes are read no faster: the machine has to wait. */
  readonly pace?: Rate
}

const kib = 1024
const mib = 1024 * kib
const minuteMs = 60_000

/** A log line as JSON, which writes some characters as six; a longer one is rejected. */
const logLineBytesMax = 6 * agentLimits.logLineChars + kib
/** Some thousands of lines a second, more than any reader can follow. */
const logPace = { burst: 8 * mib, perSecond: 2 * mib }

/** Limits of one JSON value; its time limit is that of the call. */
export type ValueBounds = Pick<AnswerBounds, 'bytesMax' | 'valuesMax'>

/** How long a machine may take to begin its response. */
export const beginMs = 30_000

/** A line of a model's answer; its bytes follow from the requested tokens. */
export const answerLineBytesMax = mib

/**
 * The default bounds of responses. A caller that knows better (the size of a file, the timeout of a command) narrows
 * them.
 */
export const answerBounds = {
  /** One JSON value: a few numbers, or a list of ids. */
  value: { bytesMax: mib },
  /** Embedding vectors of a batch of texts. */
  vectors: { bytesMax: 4 * mib, valuesMax: 300_000 },
  /** The reports of a machine while it is connected; {@link messageRates} limit them. */
  reports: { bytesMax: Number.POSITIVE_INFINITY, lineBytesMax: agentLimits.messageBytes },
  /** The last lines of a log, all in memory until the last has arrived. */
  lastLines: { bytesMax: 8 * mib, totalMs: 30_000, lineBytesMax: logLineBytesMax },
  /** Log lines as they are written, for as long as a reader follows. */
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
  /** Blender's output for a chunk. */
  renderLog: { bytesMax: mib, totalMs: 15_000 },
  /** A file; its caller knows the largest size. */
  file: { bytesMax: Number.POSITIVE_INFINITY, totalMs: 3 * minuteMs },
  /** What a listener inside an instance accepts, for as long as it listens. */
  listener: { bytesMax: Number.POSITIVE_INFINITY, lineBytesMax: kib },
  /** Bytes both ways at the pace of their readers. */
  duplex: { bytesMax: Number.POSITIVE_INFINITY },
} as const satisfies Record<string, AnswerBounds>

/** The rates of reports above which a machine is disconnected. An agent limits itself to half of them. */
export const messageRates = {
  messages: agentLimits.messages,
  bytes: agentLimits.messageFlowBytes,
} as const satisfies Record<string, Rate>

/**
 * Limits on the cost of frames. Each is delivered separately (4 µs), so a stream of one byte each, or a connection full
 * of empty frames, slows everything down. Agents batch data into frames of up to 16 KiB; a short frame is the echo of a
 * keystroke or a single token, and overhead is nine bytes a frame.
 */
export const frameRates = {
  short: { burst: 2_048, perSecond: 20_000 },
  overheadBytes: { burst: 4 * mib, perSecond: 512 * kib },
} as const satisfies Record<string, Rate>
/** A frame with fewer bytes counts as short. */
export const shortFrameBytes = 256

/** Streams that may be open at once on one connection: each may buffer as much as its window. */
export const streamsMax = 512

/** Limits of HTTP/2 itself, beyond those of nghttp2 (floods of pings and settings, invalid and empty frames). */
export const sessionBounds = {
  /** The bytes that one stream may send before its reader consumed them; limits the memory of a stalled reader. */
  streamWindowBytes: 512 * kib,
  /** The same for all streams together; the default of 64 KiB would limit a machine to that much per round trip. */
  sessionWindowBytes: 16 * mib,
  memoryMbMax: 128,
  headerPairsMax: 32,
  headerBytesMax: 8 * kib,
} as const

/** Connections of one machine: there are a few after a network change or a restart, never one each second. */
export const connectRate: Rate = { burst: 30, perSecond: 0.5 }
/** The same for connections that the edge asked for: each serves until it is idle for a minute. */
export const edgeConnectRate: Rate = { burst: 30, perSecond: 1 }
/** The same for connections that carry the bytes of one call; beyond it and their number the bytes come over HTTP/2. */
export const bytesConnectRate: Rate = { burst: 20, perSecond: 0.5 }
/** Such connections of one machine at once. */
export const bytesConnectionsMax = 16
/** How long a machine may take to dial for the edge. */
export const edgeSocketTimeoutMs = 15_000
/** Upgrades that are checked at once, under half of the database's connections; the others wait, networks in turns. */
export const upgradeQueue = { concurrency: 8, waitingMax: 2_000 }
/** Rejected connections of one network: its machines that were removed retry every five minutes. */
export const refusedRate: Rate = { burst: 60, perSecond: 1 }
/** How long a machine that was disconnected for a flood must wait: doubled each time, reset after a while. */
export const floodBackOff = { firstMs: 5_000, longestMs: 5 * minuteMs, forgottenMs: 10 * minuteMs }
