const installs: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux:
    'Debian and Ubuntu: `apt-get install openjdk-17-jre-headless`; Fedora and Amazon Linux: `dnf install java-17-openjdk-headless` or `java-17-amazon-corretto-headless`; Arch: `pacman -S jre17-openjdk-headless`',
  darwin: '`brew install --cask temurin@17`, or the installer of https://adoptium.net',
};

/** How to install the Java that DynamoDB Local needs. */
export function javaHint(platform: NodeJS.Platform = process.platform): string {
  return `Install it (${installs[platform] ?? 'https://adoptium.net has one for every system'}) and start again`;
}
