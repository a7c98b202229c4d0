/** Downloads the content of an address without leaving the page. */
export function followDownload(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}
