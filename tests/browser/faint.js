// Texts whose contrast with the colour behind them is too low (WCAG AA). Where a picture is behind, the text brings
// its own ground.
() => {
    const parse = colour => { const [r, g, b, a = '1'] = colour.match(/[\d.]+/g) || [0, 0, 0, 0]; return [+r, +g, +b, +a]; };
    const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
    const linear = value => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    const sea = parse(getComputedStyle(document.documentElement).backgroundColor);
    const behind = element => {
        const layers = [];
        for (let at = element; at; at = at.parentElement) {
            const colour = parse(getComputedStyle(at).backgroundColor);
            if (colour[3] > 0) layers.push(colour);
            if (colour[3] === 1) break;
        }
        return layers.reverse().reduce((ground, layer) => over(layer, ground), sea);
    };
    const faint = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.textContent.trim() || !element.offsetParent || element.closest('svg, .unseen, [inert], :disabled')) continue;
        const style = getComputedStyle(element);
        const ground = behind(element);
        const text = over(parse(style.color), ground);
        const [a, b] = [light(text), light(ground)].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || (size >= 18.66 && +style.fontWeight >= 700);
        if (ratio < (large ? 3 : 4.5)) faint.push(`${ratio.toFixed(2)} ${element.className} ${node.textContent.trim().slice(0, 40)}`);
    }
    return faint;
}
