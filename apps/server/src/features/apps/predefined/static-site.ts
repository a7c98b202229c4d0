import { staticSite as container } from '@gridloom/contract/apps/shelf/static-site'
import { defineBuiltApp } from './define-built-app.ts'

export const staticSite = defineBuiltApp(container, '1', {
  name: 'Static site',
  summary: 'A website from a folder that you fill by SFTP or the Files tab.',
  description: `nginx serves the folder \`/srv/www\`. Upload files with the **Files** tab, \`gridloom cp\` or SFTP.

Only you can open its address at first. Make the port public on the **Ports** tab when the site is done.`,
  category: 'web',
  ports: { 8080: 'Site' },
  recommendedDiskGb: 5,
})
