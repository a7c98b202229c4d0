/** The page of the app `llama-chat`. It keeps the conversation until it is reloaded. */
export const llamaChatPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chat</title>
<style>
:root { color-scheme: light dark; --line: light-dark(#d8dce2, #343a43); --mine: light-dark(#eef1f5, #232830) }
* { box-sizing: border-box }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0 auto; max-width: 46rem; height: 100dvh; display: flex; flex-direction: column; padding: 0 1rem }
header { display: flex; gap: 1rem; align-items: baseline; padding: .75rem 0; border-bottom: 1px solid var(--line) }
header h1 { font-size: 1rem; margin: 0; flex: 1; overflow-wrap: anywhere }
main { flex: 1; overflow-y: auto; padding: 1rem 0 }
article { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 0 1rem }
article.user { background: var(--mine); border-radius: 10px; padding: .6rem .9rem; margin-left: 15% }
form { display: flex; gap: .5rem; padding: .75rem 0 1rem; border-top: 1px solid var(--line) }
textarea { flex: 1; font: inherit; padding: .5rem .7rem; resize: none; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit }
button { font: inherit; padding: .45rem .9rem; border: 1px solid var(--line); border-radius: 8px; background: var(--mine); color: inherit; cursor: pointer }
</style>
</head>
<body>
<header><h1 id="model">Chat</h1><button id="clear" type="button">New chat</button></header>
<main id="log" aria-live="polite"></main>
<form id="form">
<textarea id="text" rows="2" aria-label="Message" placeholder="Message" required autofocus></textarea>
<button id="send">Send</button>
</form>
<script>
const by = (id) => document.getElementById(id)
let messages = []
let running
fetch('/v1/models').then((it) => it.json()).then(({ data }) => { by('model').textContent = data[0].id })
function show(role, text) {
  const line = document.createElement('article')
  line.className = role
  line.textContent = text
  by('log').append(line)
  line.scrollIntoView({ block: 'end' })
  return line
}
by('clear').onclick = () => { running?.abort(); messages = []; by('log').replaceChildren() }
by('text').onkeydown = (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  by('form').requestSubmit()
}
by('form').onsubmit = async (event) => {
  event.preventDefault()
  if (running) return running.abort()
  const content = by('text').value.trim()
  if (content === '') return
  by('text').value = ''
  messages.push({ role: 'user', content })
  show('user', content)
  const line = show('assistant', '…')
  const mine = messages
  running = new AbortController()
  by('send').textContent = 'Stop'
  let answer = ''
  try {
    const body = JSON.stringify({ messages: mine, stream: true })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch('/v1/chat/completions', { method: 'POST', headers, body, signal: running.signal })
    if (!response.ok) throw new Error((await response.json()).error.message)
    let rest = ''
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + piece).split('\\n\\n')
      rest = parts.pop()
      for (const part of parts) {
        const text = part.replace(/^data: /, '')
        if (text === '[DONE]') continue
        answer += JSON.parse(text).choices[0].delta.content ?? ''
        line.textContent = answer
        line.scrollIntoView({ block: 'end' })
      }
    }
  } catch (cause) {
    if (cause.name !== 'AbortError') answer ||= 'Failed: ' + cause.message
  }
  line.textContent = answer || 'Stopped.'
  mine.push({ role: 'assistant', content: answer })
  running = undefined
  by('send').textContent = 'Send'
}
</script>
</body>
</html>
`
