import { blenderDesktop as container } from '@gridloom/contract/apps/shelf/blender-desktop'
import { defineBuiltApp } from './define-built-app.ts'

export const blenderDesktop = defineBuiltApp(container, '1', {
  name: 'Blender desktop',
  summary: 'Blender on a desktop in the browser, without a GPU of your own.',
  description: `Blender of Debian 12 on a desktop that you use in the browser.

It draws with the processor. To render many frames, use [Render](/render).`,
  category: 'graphics',
  ports: { 6080: 'Desktop' },
  recommendedDiskGb: 12,
})
