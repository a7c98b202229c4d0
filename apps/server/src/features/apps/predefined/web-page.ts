import { defineApp } from './define-app.ts'

/** Values are written as text: in the page they must be no markup, and in the configuration no second line. */
const script = `set -eu
escaped=$(printf '%s' "$TITLE" | sed 's/&/\\&amp;/g; s/</\\&lt;/g; s/>/\\&gt;/g')
mkdir -p /srv/www
[ -e /srv/www/index.html ] || cat > /srv/www/index.html <<PAGE
<!doctype html><meta charset="utf-8"><title>$escaped</title>
<h1>$escaped</h1><p>This page is served from the folder /srv/www of your instance. Change it with the Files tab or SFTP.</p>
PAGE
umask 077
printf '/:web:%s\\n' "$PASSWORD" > /etc/httpd.conf
busybox httpd -f -v -p 8080 -h /srv/www -c /etc/httpd.conf &
`

export const webPage = defineApp('web-page', '1', {
  name: 'Web page',
  summary: 'A folder as a website with a password. Starts in a second on any machine.',
  description: `Serves the folder \`/srv/www\` of your instance with BusyBox.

- Put files there with the **Files** tab, \`gridloom cp\` or SFTP.
- Visitors need the password. Give others a link to the address on the **Ports** tab.`,
  category: 'web',
  fields: [
    {
      name: 'TITLE',
      label: 'Title',
      help: 'The heading of the first page.',
      kind: 'text',
      default: 'It works',
    },
    { name: 'PASSWORD', label: 'Password', kind: 'generate', check: 'identifier' },
  ],
  recommended_disk_gb: 1,
  container: {
    image_path_with_tag: 'gridloom/base:latest',
    on_start_script: script,
    // The page asks for a password: 401 is an answer.
    readiness: { kind: 'http', port: 8080, path: '/', timeout_s: 60 },
  },
  ports: [{ port: 8080, name: 'Website' }],
  links: [{ title: 'Website', port: 8080, path: '/' }],
  login: { username: 'web', password: 'PASSWORD' },
})
