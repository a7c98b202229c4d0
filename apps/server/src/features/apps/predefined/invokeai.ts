import { defineApp } from './define-app.ts'

/** Source: invoke-ai.github.io, “Docker”: it listens on port 9090. */
export const invokeAi = defineApp('stable-diffusion', '1', {
  name: 'Stable Diffusion (InvokeAI)',
  summary: 'Paint, fill and upscale pictures with Stable Diffusion in a studio for artists.',
  description: `InvokeAI is a studio for Stable Diffusion, SDXL and FLUX: a canvas, layers, workflows and a model manager.

Choose a starter model in its model manager first. It has no login of its own: only you can open its address.`,
  category: 'graphics',
  needs: { kind: 'gpu', vram_mib_min: 8_192, memory_mib_min: 12_288 },
  recommended_disk_gb: 80,
  container: {
    image_path_with_tag: 'ghcr.io/invoke-ai/invokeai:v5.9.1-cuda',
    launch_mode: 'entrypoint',
    readiness: { kind: 'http', port: 9090, path: '/', timeout_s: 1_800 },
  },
  ports: [{ port: 9090, name: 'Studio' }],
  links: [{ title: 'InvokeAI', port: 9090, path: '/' }],
})
