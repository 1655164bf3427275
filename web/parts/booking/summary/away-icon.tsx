import { Home, Video } from 'lucide-react'

/** Of a visit at no place: comes with the first of them. */
export default function AwayIcon({ isHome, className }: { isHome: boolean; className: string }) {
  return isHome ? <Home aria-hidden className={className} /> : <Video aria-hidden className={className} />
}
