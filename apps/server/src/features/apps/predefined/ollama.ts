import { defineApp } from './define-app.ts'

/** Source: the image’s Dockerfile: `OLLAMA_HOST=0.0.0.0:11434`, entry point `/bin/ollama serve`. */
export const ollama = defineApp('ollama', '1', {
  name: 'Ollama',
  summary: 'Run open language models with one command and an API.',
  description: `Ollama downloads and runs open models.

Get a model in a terminal of the instance: \`ollama pull llama3.2\`. The API is at its address. Ollama has no login of
its own: only you can open its address.`,
  category: 'ai',
  fields: [
    {
      name: 'OLLAMA_KEEP_ALIVE',
      label: 'Keep models loaded for',
      kind: 'select',
      default: '5m',
      options: [
        { value: '5m', label: '5 minutes' },
        { value: '1h', label: '1 hour' },
        { value: '-1', label: 'As long as it runs' },
      ],
    },
  ],
  needs: { memory_mib_min: 8_192 },
  recommended_disk_gb: 40,
  container: {
    image_path_with_tag: 'docker.io/ollama/ollama:0.13.5',
    launch_mode: 'entrypoint',
    readiness: { kind: 'http', port: 11434, path: '/', timeout_s: 120 },
  },
  ports: [{ port: 11434, name: 'API' }],
  links: [{ title: 'API', port: 11434, path: '/api/tags' }],
})
