import { defineApp } from './define-app.ts'

/** Source of ports and variables: docs.openwebui.com, “Environment Configuration”. */
export const openWebUi = defineApp('open-webui', '1', {
  name: 'Open WebUI',
  summary: 'Chat with any OpenAI-compatible API or Ollama in your browser.',
  description: `Open WebUI is a chat for language models.

Connect it to an API with its address and key, for example this installation’s \`/v1\` with one of your API keys, or to an
Ollama instance of your own. The first start loads its models for search, which takes a few minutes.`,
  category: 'ai',
  fields: [
    {
      name: 'OPENAI_API_BASE_URL',
      label: 'API address',
      help: 'An OpenAI-compatible API. It can be set later too.',
      kind: 'text',
      check: 'url',
      required: false,
    },
    { name: 'OPENAI_API_KEY', label: 'API key', kind: 'secret', required: false },
    { name: 'WEBUI_SECRET_KEY', label: 'Session key', kind: 'generate' },
  ],
  needs: { memory_mib_min: 4_096, vcpus_min: 2 },
  recommended_disk_gb: 20,
  container: {
    image_path_with_tag: 'ghcr.io/open-webui/open-webui:v0.6.41',
    launch_mode: 'entrypoint',
    readiness: { kind: 'http', port: 8080, path: '/health', timeout_s: 1_200 },
  },
  ports: [{ port: 8080, name: 'Chat' }],
  links: [{ title: 'Open WebUI', port: 8080, path: '/' }],
})
