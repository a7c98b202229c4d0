import type { Chat, Inference } from '@gridloom/contract/chat/chat'

const ends = {
  length: 'length limit reached',
  stopped: 'stopped',
  broken: 'interrupted',
  running: 'in progress',
} as const

/** Returns the shown branch as Markdown. Answers are Markdown already; prompts are written verbatim. */
export function markdownOf(chat: Chat, inference: readonly Inference[]): string {
  const { system } = chat.parameters
  const parts = [
    `# ${oneLine(chat.title)}`,
    `${chat.model_id}, ${chat.created_at.slice(0, 10)}`,
    ...(system === '' ? [] : ['## System', system]),
    ...inference.flatMap(exchangeOf),
  ]
  return `${parts.join('\n\n')}\n`
}

function exchangeOf({ prompt, answer, answer_id, model_id, state }: Inference): string[] {
  const question = ['## You', prompt]
  if (answer_id === null) return question
  const end = state === null || state === 'done' ? [] : [`*(${ends[state]})*`]
  return [...question, `## ${model_id ?? 'Answer'}`, ...(answer === '' ? [] : [answer]), ...end]
}

/** Returns a file name for the chat that every operating system accepts. */
export function exportNameOf(title: string, extension: 'json' | 'md'): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
  // Windows reserves these names, with any extension.
  const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/
  return `${plain === '' || reserved.test(plain) ? 'chat' : plain}.${extension}`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
