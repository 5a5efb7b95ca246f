/** @param device the browser and operating system, such as "Firefox on Windows", or null if unknown */
export const deviceName = (device: string | null): string => device ?? 'Unknown device';
