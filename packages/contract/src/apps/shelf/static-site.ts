import { AppContainer } from '../app-container.ts'

const site = `server {
  listen 8080 default_server;
  root /srv/www;
  index index.html;
  server_tokens off;
  location / {
    try_files $uri $uri/ =404;
  }
}
`

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Your site</title>
<style>body { font: 1rem/1.6 sans-serif; margin: 15vh auto; max-width: 36rem; padding: 0 1rem }</style>
<h1>Your site is online</h1>
<p>Upload your files to <code>/srv/www</code> by SFTP, or on the tab Files, and reload this page.</p>
</html>
`

/** nginx serves the folder that its renter fills by SFTP; the address of the port decides who may see it. */
export const staticSite = AppContainer.parse({
  name: 'static-site',
  recipe: {
    base: 'gridloom/base:debian',
    apt: ['nginx-light'],
    files: [
      { path: '/etc/nginx/sites-available/default', mode: '0644', content: site },
      { path: '/srv/www/index.html', mode: '0644', content: page },
    ],
  },
  launch_mode: 'shell',
  on_start_script: `#!/bin/sh
exec nginx -g 'daemon off;'
`,
  env: {},
  secrets: [],
  ports: [8080],
  readiness: { kind: 'tcp', port: 8080, timeout_s: 60 },
  links: [{ title: 'Site', port: 8080, path: '/' }],
  login: null,
  needs: { memory_mib: 256, disk_gb: 2 },
})
