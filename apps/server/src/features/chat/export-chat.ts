import type { ChatId } from '@gridloom/contract/core/ids'
import type { Download } from '../../platform/http/routes.ts'
import type { ChatsCtx } from './ctx.ts'
import { loadChat } from './load-chat.ts'
import { exportNameOf, markdownOf } from './markdown-of.ts'

/**
 * Exports a chat of the caller as a file: its whole tree as JSON, or the shown branch as Markdown. @throws Refused
 * `not_found`
 */
export async function exportChat(
  ctx: ChatsCtx,
  id: ChatId,
  format: 'json' | 'markdown',
): Promise<Download> {
  const { chat, inference, messages } = await loadChat(ctx, id)
  if (format === 'markdown')
    return {
      fileName: exportNameOf(chat.title, 'md'),
      contentType: 'text/markdown; charset=utf-8',
      pieces: only(markdownOf(chat, inference)),
    }
  return {
    fileName: exportNameOf(chat.title, 'json'),
    contentType: 'application/json; charset=utf-8',
    pieces: only(`${JSON.stringify({ chat, messages }, null, 2)}\n`),
  }
}

async function* only(text: string): AsyncIterable<string> {
  yield text
}
