import { defineApp } from './define-app.ts'

/** Source: docs.vllm.ai, “vllm serve” and `VLLM_API_KEY`. */
export const vllm = defineApp('vllm', '1', {
  name: 'vLLM',
  summary: 'A fast OpenAI-compatible API for a language model of your choice.',
  description: `vLLM serves one model of Hugging Face with high throughput.

The first start downloads the model; its log shows how far it is. Call \`/v1/chat/completions\` at its address with the
key as \`Authorization: Bearer …\`. Programs outside your account need a link to the port, or the port made public.`,
  category: 'ai',
  fields: [
    {
      name: 'MODEL',
      label: 'Model',
      help: 'The name of a model on Hugging Face. It must fit the memory of the GPU.',
      kind: 'model',
      default: 'Qwen/Qwen3-8B',
    },
    {
      name: 'HF_TOKEN',
      label: 'Hugging Face token',
      help: 'Only for models that need one.',
      kind: 'secret',
      required: false,
    },
    { name: 'VLLM_API_KEY', label: 'API key', kind: 'generate' },
  ],
  needs: { kind: 'gpu', vram_mib_min: 24_000, memory_mib_min: 16_384 },
  recommended_disk_gb: 60,
  container: {
    image_path_with_tag: 'docker.io/vllm/vllm-openai:v0.11.0',
    docker_options: '--shm-size 4g',
    on_start_script: `cd /root
vllm serve "$MODEL" --host 0.0.0.0 --port 8000 &
`,
    readiness: { kind: 'http', port: 8000, path: '/health', timeout_s: 3_600 },
  },
  ports: [{ port: 8000, name: 'API' }],
  links: [{ title: 'API reference', port: 8000, path: '/docs' }],
  login: { username: '', password: 'VLLM_API_KEY' },
})
