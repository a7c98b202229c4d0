import { llamaChat as container } from '@gridloom/contract/apps/shelf/llama-chat'
import { defineBuiltApp } from './define-built-app.ts'

export const llamaChat = defineBuiltApp(container, '1', {
  name: 'llama.cpp chat',
  summary: 'A private chat with a small model on a processor. Needs no registry.',
  description: `A chat page with llama.cpp and a model of 135 million parameters, which answers on any processor.

For a better model, give the address of a GGUF file, or its path on a volume.`,
  category: 'ai',
  fields: [
    {
      name: 'MODEL',
      label: 'Model',
      help: 'The address of a GGUF file or a path in the instance.',
      kind: 'text',
      default: container.env.MODEL ?? '',
    },
    {
      name: 'CONTEXT_TOKENS',
      label: 'Context',
      help: 'In tokens; more takes more memory.',
      kind: 'number',
      default: container.env.CONTEXT_TOKENS ?? '4096',
      min: 512,
      max: 131_072,
    },
  ],
  ports: { 8080: 'Chat' },
  recommendedDiskGb: 10,
})
