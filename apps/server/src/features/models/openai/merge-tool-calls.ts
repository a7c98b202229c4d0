import { z } from 'zod'

/** A complete tool call. */
export interface ToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

/**
 * A delta of a tool call in OpenAI's streams; one without an index is a whole call. Validated, as machines are not
 * trusted.
 */
const ToolCallDelta = z.object({
  index: z.int().min(0).max(1_000).optional(),
  id: z.string().optional(),
  function: z.object({ name: z.string().optional(), arguments: z.string().optional() }).optional(),
})

/**
 * Merges the deltas of tool calls into whole calls, in the order of their first deltas. Invalid deltas are left out.
 */
export function mergeToolCalls(deltas: readonly unknown[]): ToolCall[] {
  const calls = new Map<number | string, ToolCall>()
  for (const [place, value] of deltas.entries()) {
    const { success, data: delta } = ToolCallDelta.safeParse(value)
    if (!success) continue
    const key = delta.index ?? `whole ${place}`
    const call = calls.get(key) ?? emptyCall()
    calls.set(key, call)
    call.id ||= delta.id ?? ''
    call.function.name += delta.function?.name ?? ''
    call.function.arguments += delta.function?.arguments ?? ''
  }
  return [...calls.values()]
}

function emptyCall(): ToolCall {
  return { id: '', type: 'function', function: { name: '', arguments: '' } }
}
