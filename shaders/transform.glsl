// An affine map is a mat3x4 whose columns are the three rows of the map's matrix; it is applied as vec4(position, 1) * map.

// The cofactor matrix keeps normals perpendicular to the surface under any scale and shear. The sign keeps them outward if the map mirrors.
vec3 transformNormal(mat3x4 map, vec3 normal)
{
    vec3 row0 = map[0].xyz;
    vec3 row1 = map[1].xyz;
    vec3 row2 = map[2].xyz;
    vec3 cofactor0 = cross(row1, row2);
    vec3 turned = vec3(dot(cofactor0, normal), dot(cross(row2, row0), normal), dot(cross(row0, row1), normal));
    return dot(row0, cofactor0) < 0.0 ? -turned : turned;
}

// Zero stays zero. Dividing by the largest component first keeps the squares within range.
vec3 normalizeSafely(vec3 vector)
{
    float largest = max(max(abs(vector.x), abs(vector.y)), abs(vector.z));
    if (!(largest > 0.0)) {
        return vec3(0.0);
    }
    vec3 scaled = vector / largest;
    return scaled / sqrt(dot(scaled, scaled));
}
