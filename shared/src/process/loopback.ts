/** The hosts of URLs (`URL.hostname`) that name the machine itself, and that no other site can take over. */
export const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
