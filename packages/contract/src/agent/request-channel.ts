import { z } from 'zod'
import { RequestId } from './call.ts'
import { AgentFailure } from './protocol.ts'

/**
 * The request channel: a POST that stays open as long as the connection. Many short requests and their responses share
 * one stream, as a stream for each costs both sides more than a short response does (docs/decisions/0074). Each side
 * writes frames, one line of JSON each; the control plane numbers the requests.
 */
export const requestChannelPath = '/v1/exchange'

/** The characters of frames that one response may send before its reader has consumed any. */
export const channelWindowChars = 64 * 1_024

/** The longest request on the channel; longer ones get a stream of their own, so that they delay no others. */
export const channelRequestCharsMax = 64 * 1_024

const RequestNumber = z.int().min(1)

/** A frame that the control plane writes. */
export const RequestFrame = z.union([
  /** A request to one of the agent's paths. */
  z.object({
    id: RequestNumber,
    path: z.string(),
    body: z.unknown(),
    /** As in the header of other calls; older control planes omit it. */
    request_id: RequestId.optional(),
  }),
  /** Reports that the reader has consumed frames of this many characters. */
  z.object({ id: RequestNumber, taken: z.int().min(1) }),
  /** Cancels a request. */
  z.object({ id: RequestNumber, stop: z.literal(true) }),
])
export type RequestFrame = z.infer<typeof RequestFrame>

/** A frame that the agent writes. A response ends with `end` or `refused`. */
export const ResponseFrame = z.union([
  z.object({ id: RequestNumber, values: z.array(z.unknown()), end: z.literal(true).optional() }),
  z.object({ id: RequestNumber, refused: AgentFailure }),
])
export type ResponseFrame = z.infer<typeof ResponseFrame>
