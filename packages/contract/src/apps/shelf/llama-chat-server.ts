/** The image has it, not this workspace. */
const library = 'node-llama-cpp'

/**
 * The server of the app `llama-chat`, as a file of its image: a page and an API in the form of OpenAI's, over llama.cpp.
 * One answer is generated at a time; the others wait. Its password is asked for by HTTP Basic, or is the bearer token.
 */
export const llamaChatServer = `import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { getLlama, LlamaChatSession, resolveModelFile } from ${JSON.stringify(library)}

const { CHAT_PASSWORD: password = '', MODEL: source = '' } = process.env
const contextSize = Number(process.env.CONTEXT_TOKENS ?? 4096)
const bodyBytesMax = 1024 * 1024
const page = readFileSync(new URL('./page.html', import.meta.url))

const file = source.startsWith('/') ? source : await resolveModelFile(source, '/models')
const llama = await getLlama({ build: 'never' })
const model = await llama.loadModel({ modelPath: file })
// The threads of llama.cpp spin while they wait for each other: on all cores they get a hundredth of the speed.
const context = await model.createContext({
  contextSize: Math.min(contextSize, model.trainContextSize),
  threads: Math.max(1, availableParallelism() - 1),
})
const sequence = context.getSequence()
const name = basename(file).replace(/\\.gguf$/, '')
let turn = Promise.resolve()

createServer((request, response) => {
  answer(request, response).catch((cause) => {
    console.error(cause)
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: 'The answer failed. See the log.' } }))
  })
}).listen(8080, '0.0.0.0', () => console.log(\`Serving \${name} on port 8080\`))

async function answer(request, response) {
  const { pathname } = new URL(request.url, 'http://localhost')
  if (pathname === '/health') return response.end('ok')
  if (!isAllowed(request.headers.authorization ?? '')) {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="Chat", charset="UTF-8"' })
    return response.end('Sign in with the user name chat and the password of the instance.')
  }
  if (request.method === 'GET' && pathname === '/') {
    const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'"
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
    return response.end(page)
  }
  if (request.method === 'GET' && pathname === '/v1/models') {
    return json(response, 200, { object: 'list', data: [{ id: name, object: 'model', owned_by: 'local' }] })
  }
  if (request.method !== 'POST' || pathname !== '/v1/chat/completions') {
    return json(response, 404, { error: { message: 'There is no such page.' } })
  }
  // Pages of other origins cannot send JSON without asking first.
  if (!(request.headers['content-type'] ?? '').startsWith('application/json')) {
    return json(response, 415, { error: { message: 'Send application/json.' } })
  }
  const asked = await readBody(request)
  const messages = asked?.messages
  const isChat = (it) => typeof it?.role === 'string' && typeof it?.content === 'string'
  if (!Array.isArray(messages) || !messages.every(isChat) || messages.at(-1)?.role !== 'user') {
    return json(response, 400, { error: { message: 'messages must end with one of the role user.' } })
  }
  const mine = turn.then(() => generate(asked, response))
  turn = mine.catch(() => undefined)
  await mine
}

async function generate({ messages, stream, max_tokens: most, temperature }, response) {
  if (response.destroyed) return
  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  const session = new LlamaChatSession({ contextSequence: sequence, systemPrompt: system.join('\\n') })
  try {
    const history = messages.slice(0, -1).filter(({ role }) => role !== 'system')
    if (history.length > 0) session.setChatHistory([...session.getChatHistory(), ...history.map(entryOf)])
    if (stream) response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    const part = (delta, reason = null) => ({
      id: 'chat', object: 'chat.completion.chunk', model: name,
      choices: [{ index: 0, delta, finish_reason: reason }],
    })
    const send = (value) => response.write(\`data: \${JSON.stringify(value)}\\n\\n\`)
    const { responseText, stopReason } = await session.promptWithMeta(messages.at(-1).content, {
      signal: leaving.signal,
      stopOnAbortSignal: true,
      maxTokens: Number.isInteger(most) && most > 0 ? most : 1024,
      temperature: typeof temperature === 'number' ? temperature : 0.7,
      onTextChunk: (content) => stream && send(part({ role: 'assistant', content })),
    })
    const reason = stopReason === 'maxTokens' ? 'length' : 'stop'
    if (stream) {
      send(part({}, reason))
      response.end('data: [DONE]\\n\\n')
      return
    }
    const message = { role: 'assistant', content: responseText }
    json(response, 200, {
      id: 'chat', object: 'chat.completion', model: name,
      choices: [{ index: 0, message, finish_reason: reason }],
    })
  } finally {
    session.dispose({ disposeSequence: false })
    await sequence.clearHistory()
  }
}

function entryOf({ role, content }) {
  return role === 'user' ? { type: 'user', text: content } : { type: 'model', response: [content] }
}

function isAllowed(header) {
  const [kind, value = ''] = header.split(' ')
  const given = kind === 'Bearer' ? value : Buffer.from(value, 'base64').toString().replace(/^chat:/, '')
  const digest = (text) => createHash('sha256').update(text).digest()
  return password !== '' && timingSafeEqual(digest(given), digest(password))
}

async function readBody(request) {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) {
    text += piece
    if (text.length > bodyBytesMax) return undefined
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function json(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
`
