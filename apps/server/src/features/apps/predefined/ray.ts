import { ray as container } from '@gridloom/contract/apps/shelf/ray'
import { defineBuiltApp } from './define-built-app.ts'

export const ray = defineBuiltApp(container, '1', {
  name: 'Ray',
  summary: 'Python over many cores, with a dashboard.',
  description: `A Ray head with its dashboard. Run your program in a terminal of the instance: \`ray.init()\` finds it.

For several machines, use a [cluster](/clusters).`,
  category: 'data',
  ports: { 8265: 'Dashboard' },
  secret: 'Token',
  recommendedDiskGb: 10,
})
